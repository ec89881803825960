import { moreLanguages } from '#more-languages'
import { createLanguages } from './create-languages.ts'
import { en } from './en.ts'

export const { textsIn, spokenIn, bringTexts, isLazy, isLoaded } = createLanguages(en, moreLanguages)
