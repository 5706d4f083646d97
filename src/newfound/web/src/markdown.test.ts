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
