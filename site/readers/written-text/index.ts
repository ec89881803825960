export { cleanLine, cleanText } from './clean.ts'
export { countLinks, readText } from './read-text.ts'
export type { Paragraphs, TextPart } from './text-part.ts'
