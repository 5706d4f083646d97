// The rulebook's Markdown, as far as the rulebooks use it: headings, paragraphs, lists, tables, bold, italics, code, links, clause anchors, pictures.
const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function inline(text: string): string {
  const anchors: string[] = [];
  const kept = text.replace(/<a id="([\w-]+)"><\/a>/g, (_, id: string) => `\u0000${anchors.push(id) - 1}\u0000`);
  return kept
    .replace(/[&<>"]/g, (sign) => escaped[sign]!)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>')
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+|#[\w-]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\u0000(\d+)\u0000/g, (_, at: string) => `<a id="${anchors[Number(at)]}"></a>`);
}

const cells = (line: string) => line.replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());

function table(lines: string[]): string {
  const [head = '', , ...body] = lines;
  const row = (line: string, tag: string) => `<tr>${cells(line).map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`;
  return `<div class="scroll"><table><thead>${row(head, 'th')}</thead><tbody>${body.map((line) => row(line, 'td')).join('')}</tbody></table></div>`;
}

/** Where a picture is, and how wide and high. */
export type Shown = (name: string) => { src: string; wide: number; high: number } | undefined;

const HIGHEST = 416; // px

function figure(caption: string, name: string, shown: Shown): string {
  const picture = shown(name);
  if (!picture) return '';
  const scale = Math.min(1, HIGHEST / picture.high);
  const size = `width="${Math.round(picture.wide * scale)}" height="${Math.round(picture.high * scale)}"`; // its room is kept before it is there
  return `<figure><img src="${picture.src}" ${size} alt="" loading="lazy"><figcaption>${inline(caption)}</figcaption></figure>`;
}

function list(lines: string[], mark: RegExp, tag: string): string {
  const first = Number(/^(\d+)\. /.exec(lines[0] ?? '')?.[1] ?? 1);
  return `<${tag}${first > 1 ? ` start="${first}"` : ''}>${lines.map((line) => `<li>${inline(line.replace(mark, ''))}</li>`).join('')}</${tag}>`;
}

function block(text: string, shown: Shown): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const first = lines[0] ?? '';
  if (first.startsWith('```')) return `<pre>${lines.slice(1, -1).join('\n').replace(/[&<>"]/g, (sign) => escaped[sign]!)}</pre>`;
  const pictured = /^!\[(.+)\]\(figure:([\w-]+)\)$/.exec(first);
  if (pictured) return figure(pictured[1]!, pictured[2]!, shown);
  const heading = /^(#{1,4}) (.+)$/.exec(first);
  if (heading) {
    const level = heading[1]!.length;
    const rest = lines.slice(1).join('\n');
    return `<h${level}>${inline(heading[2]!)}</h${level}>${rest ? block(rest, shown) : ''}`;
  }
  if (first.startsWith('|')) return table(lines);
  if (/^\d+\. /.test(first)) return list(items(lines, /^\d+\. /), /^\d+\. /, 'ol');
  if (/^[-*] /.test(first)) return list(items(lines, /^[-*] /), /^[-*] /, 'ul');
  return `<p>${inline(lines.join(' '))}</p>`;
}

/** Lines that do not begin an item go with the one before. */
function items(lines: string[], mark: RegExp): string[] {
  return lines.reduce<string[]>((found, line) => {
    if (mark.test(line) || found.length === 0) return [...found, line];
    return [...found.slice(0, -1), `${found.at(-1)} ${line.trim()}`];
  }, []);
}

/** Clauses become sections that can be pointed at. */
export function html(markdown: string, shown: Shown = () => undefined): string {
  const blocks = markdown.trim().split(/\n{2,}/);
  return blocks
    .map((text) => {
      const clause = /^<a id="([\w-]+)"><\/a>/.exec(text);
      return clause ? `<section id="${clause[1]}">${block(text.slice(clause[0].length), shown)}</section>` : block(text, shown);
    })
    .join('\n')
    .replace(/<\/ol>\n<ol( start="\d+")?>/g, '');
}
