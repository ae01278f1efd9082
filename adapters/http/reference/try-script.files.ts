/** The part of the script that tries calls. It follows `PAGE_JS`. */
export const TRY_JS = `
// Trying a call, with the key that stands above.
function openForm(section, opener) {
  const open = section.querySelector('.trying');
  if (open) {
    open.remove();
    return;
  }
  const call = JSON.parse(section.dataset.try);
  const form = make('form', { className: 'trying' });
  const path = make('input', { value: call.path, spellcheck: false });
  const body = make('textarea', { value: JSON.stringify(call.body, null, 2), rows: 8, spellcheck: false });
  form.append(labelled(call.method, path));
  if (call.body) form.append(labelled('Body', body));
  const status = make('p', { role: 'status' });
  const output = make('pre', { tabIndex: 0, hidden: true });
  form.append(make('button', { textContent: 'Send' }), status, output);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (call.method === 'DELETE' && !confirm('Delete it for good?')) return;
    status.textContent = 'Sending …';
    output.hidden = true;
    const sent = performance.now();
    try {
      const answer = await send(call.method, path.value, call.body ? body.value : undefined);
      const answered = await shown(answer);
      status.replaceChildren(answer.status + ' ' + answer.statusText + ', ' + Math.round(performance.now() - sent) + ' ms ');
      const { code } = answered.json?.error ?? {};
      if (code) status.append(make('a', { href: './errors#' + code, textContent: 'What ' + code + ' means' }));
      output.textContent = answered.text;
      output.hidden = answered.text === '';
    } catch (error) {
      status.textContent = 'No answer: ' + error.message;
    }
  });
  opener.parentElement.after(form);
  (call.body ? body : path).focus();
  if (key.value.trim() !== '') for (const one of call.ids) takeId(one, path, body);
}
function labelled(label, field) {
  const holder = make('label', { textContent: label });
  holder.append(field);
  return holder;
}
function send(method, path, body) {
  const token = key.value.trim();
  return fetch(path, { method, body, headers: token === '' ? {} : { authorization: 'Bearer ' + token } });
}
async function shown(answer) {
  const type = answer.headers.get('content-type') ?? '';
  if (!/json|text/.test(type)) return { text: type === '' ? '' : type + ', ' + (await answer.blob()).size + ' bytes' };
  const text = await answer.text();
  if (!type.startsWith('application/json')) return { text };
  const json = JSON.parse(text);
  return { text: JSON.stringify(json, null, 2), json };
}
// The id of the sample is in no shop, so the newest record of the list is taken.
async function takeId(one, path, body) {
  const answer = await send('GET', one.from + '?limit=1');
  const id = answer.ok ? (await answer.json()).data?.[0]?.id : undefined;
  if (!id) return;
  path.value = path.value.replace(encodeURIComponent(one.id), id);
  body.value = body.value.replace(one.id, id);
}
`;
