// localStorage that never throws: private windows and full disks must not break the page.

/** The stored value, or null. */
export function load(key: string): unknown {
  try {
    const text = globalThis.localStorage?.getItem(`tengen.${key}`);
    return text ? (JSON.parse(text) as unknown) : null;
  } catch {
    return null;
  }
}

/** Keeps a value for the next visit, if that is possible. */
export function store(key: string, value: unknown): void {
  try {
    globalThis.localStorage?.setItem(`tengen.${key}`, JSON.stringify(value));
  } catch {
    // Nothing is lost but the memory of it.
  }
}

/** The stored fields over the defaults; fields of another type or name are dropped. */
export function merged<T extends object>(defaults: T, stored: unknown): T {
  const result = { ...defaults };
  if (typeof stored !== 'object' || stored === null) return result;
  for (const key of Object.keys(defaults) as (keyof T)[]) {
    const value = (stored as T)[key];
    if (typeof value === typeof defaults[key] && Array.isArray(value) === Array.isArray(defaults[key])) {
      result[key] = value;
    }
  }
  return result;
}
