// The memory of an interpreter that has begun and knows the package, as a file of the folder: a second visit takes up from there.
// `node begun.mjs FOLDER`, once Pyodide and newfound.zip are in it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const folder = resolve(process.argv[2]);
const indexURL = join(folder, 'pyodide/');
const { loadPyodide } = await import(pathToFileURL(join(indexURL, 'pyodide.mjs')).href);

const begun = await loadPyodide({ indexURL, _makeSnapshot: true });
begun.unpackArchive(new Uint8Array(readFileSync(join(folder, 'newfound.zip'))), 'zip', { extractDir: '/newfound' });
begun.runPython(`
import gc, importlib, sys
sys.path.insert(0, '/newfound')
import newfound.tab.page
from newfound import bots, games
for name in games.names():
    games.find(name)
for level in bots.levels():
    bots.make(level, games.find(name))
gc.collect()
`);
const memory = begun.makeMemorySnapshot();

// What cannot be taken up is not written.
const again = await loadPyodide({ indexURL, _loadSnapshot: memory });
if (again.runPython("import sys; 'newfound.tab.page' in sys.modules") !== true) throw new Error('an interpreter does not go on from its memory');
writeFileSync(join(folder, 'begun.bin'), gzipSync(memory, { level: 9 }));
