export { en, type Strings } from './en.ts'
export { fill } from './fill.ts'
export { bringStrings, languageSpoken, type StringsOption, stringsOf } from './strings-of.ts'
