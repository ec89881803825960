/** A name as SQL writes it, on both engines. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
