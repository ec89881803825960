export { createLanguages } from './create-languages.ts'
export { createTextLoader, type TextFile } from './create-text-loader.ts'
export { en, type Strings } from './en.ts'
export { mergeTexts } from './merge-texts.ts'
export {
  bringStrings,
  fill,
  languageOf,
  languageSpoken,
  type StringsOption,
  stringsAreLazy,
  stringsAreLoaded,
  stringsOf,
} from './strings-of.ts'
