export { en, type Strings } from './en.ts'
export { fill } from './fill.ts'
export { type Language, type StringsOption, stringsOf } from './strings-of.ts'
