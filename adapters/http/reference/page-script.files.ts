/**
 * The script of the reference: search, tabs, copying, and the key and the address in the samples. A key that is typed is kept nowhere,
 * because the browser's storage would keep it in plain text. `TRY_JS` follows it in the same file.
 */
export const PAGE_JS = `'use strict';
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const make = (tag, values) => Object.assign(document.createElement(tag), values);
const search = document.getElementById('search');
const key = document.getElementById('key');

// The samples have the address of this page, and the key that was typed.
for (const one of all('.address')) one.textContent = location.origin;
const placeholder = document.querySelector('.key').textContent;
function showKey() {
  for (const one of all('.key')) one.textContent = key.value.trim() || placeholder;
}
key.addEventListener('input', showKey);
document.querySelector('.tools').addEventListener('submit', (event) => event.preventDefault());
fetch('./demo-key')
  .then((answer) => answer.json())
  .then((demo) => {
    if (demo.key === null || key.value !== '') return;
    key.value = demo.key;
    document.getElementById('whose').textContent = 'Here it is the key of the demo’s shop.';
    showKey();
  });

// Search: a section stays when it has every word. If operations have them all in their names, the others are left out.
const sections = all('.op').map((section) => {
  const place = section.closest('.area').querySelector('h2').textContent;
  const name = (place + ' ' + section.id + ' ' + section.querySelector('h3').textContent + ' ' + text(section, '.endpoints')).toLowerCase();
  return { section, name, whole: null };
});
const links = new Map(all('.side li a').map((link) => [link.hash.slice(1), link.parentElement]));
function text(section, selector) {
  return all(selector, section).map((one) => one.textContent).join(' ');
}
function whole(one) {
  one.whole ??= one.name + ' ' + (text(one.section, '.about') || text(one.section, '.fields')).toLowerCase();
  return one.whole;
}
// A method of the client is looked for by the name of its operation: shop.comms.sendText is comms.send_text.
function wordsOf(typed) {
  return typed.replace(/^shop\\./, '').replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase().split(/[\\s.]+/).filter(Boolean);
}
function find() {
  const words = wordsOf(search.value);
  const has = (haystack) => words.every((word) => haystack.includes(word));
  const named = sections.filter((one) => has(one.name));
  const isNamed = named.some(({ section }) => section.dataset.try);
  const found = new Set(isNamed ? named : sections.filter((one) => has(whole(one))));
  for (const one of sections) {
    one.section.hidden = !found.has(one);
    const link = links.get(one.section.id);
    if (link) link.hidden = one.section.hidden;
  }
  for (const area of all('.area')) {
    const own = all('.op', area);
    area.hidden = words.length > 0 && !own.some((section) => !section.hidden);
  }
  for (const list of all('.side ul')) {
    list.hidden = all('li', list).every((item) => item.hidden);
    list.previousElementSibling.hidden = list.hidden;
  }
  document.querySelector('.areas').hidden = words.length > 0;
  document.getElementById('found').textContent = words.length > 0 ? found.size + ' found' : '';
  return [...found][0];
}
search.addEventListener('input', () => {
  find();
  scrollTo(0, 0);
});
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    search.value = '';
    find();
  }
  const first = event.key === 'Enter' && search.value !== '' ? find() : undefined;
  if (first) first.section.querySelector('h3 a').focus();
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.matches('input, textarea')) return;
  event.preventDefault();
  search.focus();
});
// A link may lead to a section that the search has hidden.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target || !target.closest('[hidden]')) return;
  search.value = '';
  find();
  target.scrollIntoView();
}
addEventListener('hashchange', reveal);

// Tabs: one choice for the whole page.
let chosen = 'curl';
function choose(name) {
  chosen = name;
  for (const samples of all('.tabbed')) showTab(samples);
}
function showTab(samples) {
  const panels = all('.sample', samples);
  const shown = panels.find((panel) => panel.dataset.tab === chosen) ?? panels[0];
  for (const panel of panels) panel.hidden = panel !== shown;
  for (const tab of all('[role=tab]', samples)) {
    tab.ariaSelected = String(tab.dataset.tab === shown.dataset.tab);
    tab.tabIndex = tab.ariaSelected === 'true' ? 0 : -1;
  }
}
for (const section of all('.op[data-try]')) {
  const samples = section.querySelector('.samples');
  const bar = make('div', { className: 'tabs' });
  const list = make('div', { className: 'tabs', role: 'tablist', ariaLabel: 'Samples of ' + section.id });
  for (const panel of all('.sample', samples)) {
    const tab = make('button', { type: 'button', role: 'tab', textContent: panel.firstElementChild.textContent });
    tab.dataset.tab = panel.dataset.tab;
    panel.id = 'sample-' + panel.dataset.tab + '-' + section.id;
    panel.role = 'tabpanel';
    tab.setAttribute('aria-controls', panel.id);
    panel.ariaLabel = tab.textContent;
    list.append(tab);
  }
  list.addEventListener('click', ({ target }) => {
    if (!target.dataset.tab) return;
    const before = target.getBoundingClientRect().top;
    choose(target.dataset.tab);
    scrollBy(0, target.getBoundingClientRect().top - before);
  });
  list.addEventListener('keydown', ({ key: pressed, target }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[pressed];
    if (!step) return;
    const tabs = all('[role=tab]', list);
    const next = tabs[(tabs.indexOf(target) + step + tabs.length) % tabs.length];
    choose(next.dataset.tab);
    next.focus();
  });
  const opener = make('button', { type: 'button', className: 'try', textContent: 'Try it', ariaLabel: 'Try it: ' + section.id });
  opener.addEventListener('click', () => openForm(section, opener));
  bar.append(list, opener);
  samples.prepend(bar);
  samples.classList.add('tabbed');
  showTab(samples);
}

// Copying needs a page that came by https or from this machine.
if (navigator.clipboard) {
  for (const block of all('pre')) {
    if (!block.parentElement.matches('.sample')) {
      const holder = make('div', { className: 'holder' });
      block.replaceWith(holder);
      holder.append(block);
    }
    const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
    button.addEventListener('click', async () => {
      const written = navigator.clipboard.writeText(block.textContent);
      button.textContent = await written.then(() => 'Copied', () => 'Not allowed');
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    block.after(button);
  }
}
`;
