// The theme of the app, and search. The words of all pages come when somebody begins to look for one.
(() => {
  const root = document.documentElement;
  const night = matchMedia('(prefers-color-scheme: dark)');
  const wear = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('newfound.theme');
    } catch {
      // a browser that keeps nothing
    }
    root.dataset.theme = chosen === 'dark' || (chosen !== 'light' && night.matches) ? 'dark' : 'light';
  };
  wear();
  night.addEventListener('change', wear);

  document.addEventListener('DOMContentLoaded', () => {
    const wide = matchMedia('(min-width: 60.01rem)');
    const contents = document.querySelector('nav details');
    const unfold = () => (contents.open = wide.matches);
    unfold();
    wide.addEventListener('change', unfold);

    const input = document.getElementById('find');
    const found = document.getElementById('found');
    const page = document.getElementById('page');
    let loading;
    const load = () =>
      (loading ??= new Promise((ready) => {
        const script = document.createElement('script');
        script.src = 'found.js';
        script.onload = ready;
        document.head.append(script);
      }));
    input.addEventListener('focus', load);
    input.addEventListener('input', async () => {
      await load();
      show(input.value);
    });
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') show((input.value = ''));
    });

    function show(wanted) {
      const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
      found.hidden = !words.length;
      page.hidden = !!words.length;
      if (!words.length) return;
      const hits = FOUND.map(([name, title, anchor, heading, text]) => {
        const parts = [heading.toLowerCase(), title.toLowerCase(), text.toLowerCase()];
        const worth = words.map((word) => (parts[0].includes(word) ? 9 : 0) + (parts[1].includes(word) ? 4 : 0) + Math.min(3, parts[2].split(word).length - 1));
        return { name, title, anchor, heading, text, worth: Math.min(...worth) && worth.reduce((a, b) => a + b) };
      });
      const best = hits.filter((hit) => hit.worth).sort((a, b) => b.worth - a.worth);
      const said = best.length ? `${best.length} ${best.length === 1 ? 'place' : 'places'}` : 'Nothing here has all of these words.';
      const list = document.createElement('ol');
      for (const hit of best.slice(0, 40)) list.append(line(hit, words));
      const title = document.createElement('h1');
      title.textContent = said;
      found.replaceChildren(title, list);
    }

    function line({ name, title, anchor, heading, text }, words) {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = `${name}#${anchor}`;
      link.textContent = heading === title ? title : `${title}: ${heading}`;
      link.onclick = () => show((input.value = ''));
      const about = document.createElement('p');
      const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
      const shown = (at ? '… ' : '') + text.slice(at, at + 180).trim() + ' …';
      const pattern = new RegExp(`(${words.map((word) => word.replace(/[^\w\s]/g, '\\$&')).join('|')})`, 'i');
      for (const part of shown.split(pattern)) {
        if (words.includes(part.toLowerCase())) about.append(Object.assign(document.createElement('mark'), { textContent: part }));
        else about.append(part);
      }
      item.append(link, about);
      return item;
    }
  });
})();
