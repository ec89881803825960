import { useEffect, useState } from 'react'
import { moreLanguages } from '#account-languages'
import { createLanguages, useWidget } from '../../form/index.ts'
import { useProofTexts } from '../proof/index.ts'
import { type AccountTexts, en } from './en.ts'
import { timeFormat } from './format-time.ts'

const { textsIn, spokenIn, bringTexts } = createLanguages(en, moreLanguages)

/** The texts of the account page in the language of the widget, with those that the page replaces. */
export const useTexts = (): AccountTexts => {
  const { strings } = useWidget()
  return { ...useProofTexts(), ...textsIn(strings.common.language), ...strings.account }
}

/** Loads the strings of the widget's language. Returns true once they are loaded or have failed, so that the page can render. */
export const useTextsAtHand = (): boolean => {
  const { client, strings } = useWidget()
  const { language } = strings.common
  const [settled, setSettled] = useState('')
  useEffect(() => {
    void bringTexts(language, client.baseUrl)?.then(() => setSettled(language))
  }, [client, language])
  return settled === language || spokenIn(language) === language
}

/** Formats times in the language of the widget, in the browser's time zone. */
export const useTimes = (): ((iso: string) => string) => timeFormat(useWidget().strings.common.language)
