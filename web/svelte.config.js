// Svelte's own settings: runes everywhere, so that no file slips back into the old reactivity.
export default { compilerOptions: { runes: true } };
