/** Text as it goes between tags or into a double-quoted attribute. */
export const htmlText = (value: string): string => value.replace(/[&<>"]/g, found => entities[found] ?? found)
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Start of every page's HTML head. The title follows. */
export const documentStart = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)">',
  '<meta name="theme-color" content="#0f171c" media="(prefers-color-scheme: dark)">',
].join('')
