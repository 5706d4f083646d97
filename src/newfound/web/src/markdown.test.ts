import { expect, it } from 'vitest';
import { html } from './markdown';

it('makes a clause a section that can be pointed at', () => {
  expect(html('<a id="NH-B4"></a>**NH-B4** Keep *them* together.')).toBe('<section id="NH-B4"><p><strong>NH-B4</strong> Keep <em>them</em> together.</p></section>');
});
it('lets nothing through that is not text', () => {
  expect(html('a <script>x</script> & b')).toBe('<p>a &lt;script&gt;x&lt;/script&gt; &amp; b</p>');
});
it('reads tables, lists and headings', () => {
  expect(html('# T\n\n| a | b |\n|---|---|\n| 1 | `2` |')).toContain('<td><code>2</code></td>');
  expect(html('1. one\n2. two')).toBe('<ol><li>one</li><li>two</li></ol>');
  expect(html('1. one\n\n2. two')).toBe('<ol><li>one</li><li>two</li></ol>');
});
it('puts pictures where they are, and numbers on from before them', () => {
  const shown = (name: string) => (name === 'one' ? { src: '/one', wide: 10.4, high: 20 } : undefined);
  const picture = '<figure><img src="/one" width="10" height="20" alt="" loading="lazy"><figcaption>A &lt;b&gt;</figcaption></figure>';
  expect(html('1. one\n\n![A <b>](figure:one)\n\n2. two', shown)).toBe(`<ol><li>one</li></ol>\n${picture}\n<ol start="2"><li>two</li></ol>`);
  expect(html('![A](figure:other)', shown)).toBe('');
  expect(html('![A](figure:high)', () => ({ src: '/high', wide: 500, high: 832 }))).toContain('width="250" height="416"');
});
