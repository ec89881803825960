import type { Intersection, Texts } from '../../products/index.ts'

/** One table of several. Two tables may both have texts for one part of the form, such as `main`. */
export const mergeTexts = <Tables extends readonly Texts[]>(...tables: Tables): Intersection<Tables[number]> => {
  const merged: Record<string, Record<string, string>> = {}
  for (const [part, texts] of tables.flatMap(table => Object.entries(table)))
    merged[part] = { ...merged[part], ...texts }
  return merged as Intersection<Tables[number]>
}
