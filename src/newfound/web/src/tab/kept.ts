// What this browser keeps: facts of tables and their logs. An entry is added once: of two tabs, one is first.
const opened = new Promise<IDBDatabase>((resolve, reject) => {
  const request = indexedDB.open('newfound', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('facts');
    request.result.createObjectStore('log');
    request.result.createObjectStore('me');
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** True once it is kept, false where it was called off here; rejected where the browser did not keep it, for want of room perhaps. */
function done(transaction: IDBTransaction): Promise<boolean> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () => (transaction.error ? reject(transaction.error) : resolve(false));
  });
}
function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
const from = (code: string, serial: number) => IDBKeyRange.bound([code, serial], [code, Infinity]);
const store = async (name: string) => (await opened).transaction(name).objectStore(name);

export const kept = {
  codes: async () => JSON.stringify(await asked((await store('facts')).getAllKeys())),
  facts: async (code: string) => ((await asked((await store('facts')).get(code))) as string | undefined) ?? '',
  entries: async (code: string, since: number) => JSON.stringify(await asked((await store('log')).getAll(from(code, since)))),
  /** All or nothing: false where the log does not end at this serial. */
  write: async (code: string, serial: number, facts: string, entries: string) => {
    const transaction = (await opened).transaction(['facts', 'log'], 'readwrite');
    const finished = done(transaction);
    const log = transaction.objectStore('log');
    const known = log.count(from(code, 0));
    known.onsuccess = () => {
      if (known.result !== serial) return transaction.abort();
      transaction.objectStore('facts').put(facts, code);
      (JSON.parse(entries) as string[]).forEach((entry, at) => log.add(entry, [code, serial + at]));
    };
    return finished;
  },
  drop: async (code: string) => {
    const transaction = (await opened).transaction(['facts', 'log'], 'readwrite');
    transaction.objectStore('facts').delete(code);
    transaction.objectStore('log').delete(from(code, 0));
    await done(transaction);
  },
  name: async () => ((await asked((await store('me')).get('name'))) as string | undefined) ?? '',
  call: async (name: string) => {
    const transaction = (await opened).transaction('me', 'readwrite');
    transaction.objectStore('me').put(name, 'name');
    await done(transaction);
  },
};
