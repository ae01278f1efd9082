/** The services with their prices, each with a link to its free times. */
export function menu(services) {
  const rows = services.map(
    ({ id, name, description, base_price: price }) =>
      `<li><a href="/times?service=${escaped(id)}">${escaped(name)}</a> ${price === null ? '' : price.toFixed(2)} ${escaped(description)}</li>`,
  );
  return page('Our services', `<ul>${rows.join('\n')}</ul><p><a href="/contact">Ask us</a></p>`);
}

export function times(service, slots) {
  const rows = slots.map(({ starts_at_local: start }) => `<li>${escaped(start.slice(0, 16).replace('T', ' '))}</li>`);
  return page(`Free times: ${service}`, rows.length > 0 ? `<ol>${rows.join('\n')}</ol>` : '<p>None in the next seven days.</p>');
}

/** The form by which a visitor asks to be called. */
export function lead({ key, name, phone, notes, problem }) {
  const field = (label, input) => `<p><label>${label} ${input}</label></p>`;
  return page(
    'Ask us',
    `<form method="post">${problem ? `<p role="alert">${escaped(problem)}</p>` : ''}
      <input type="hidden" name="key" value="${escaped(key)}">
      ${field('Name', `<input name="name" value="${escaped(name)}" autocomplete="name">`)}
      ${field('Phone', `<input name="phone" value="${escaped(phone)}" autocomplete="tel">`)}
      ${field('What is it about?', `<textarea name="notes">${escaped(notes)}</textarea>`)}
      <button>Send</button></form>`,
  );
}

export function thanks() {
  return page('Thank you', '<p>We call you back.</p>');
}

export function trouble(reason) {
  return page('Sorry', `<p>${escaped(reason)}</p>`);
}

function page(title, content) {
  return { html: `<!doctype html><html lang="en"><title>${escaped(title)}</title><h1>${escaped(title)}</h1>${content}</html>` };
}

/** Returns a text that others wrote in a form that a browser does not take for markup. */
function escaped(text) {
  return String(text ?? '').replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
