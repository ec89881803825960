import { useEffect, useRef, useState } from 'react'
import { useBeforePaint } from '../../form/context/index.ts'
import {
  bringStrings,
  languageOf,
  type StringsOption,
  stringsAreLazy,
  stringsAreLoaded,
} from '../../form/strings/index.ts'

type Wanted = { strings: StringsOption | undefined }

/**
 * Returns the strings to render: the requested ones once loaded, until then the previous ones, so that the form never changes its language
 * visibly. Null during the first load and in server rendering. Falls back to English if loading fails.
 */
export const useLoadedStrings = (
  wanted: Wanted,
  { baseUrl, isHydrating }: { baseUrl: string; isHydrating: boolean },
): Wanted | null => {
  const language = languageOf(wanted.strings)
  const [settled, setSettled] = useState('')
  const shown = useRef<Wanted | null>(null)
  useEffect(() => {
    void bringStrings(language, baseUrl)?.then(() => setSettled(language))
  }, [language, baseUrl])
  const isReady = settled === language || (isHydrating ? !stringsAreLazy(language) : stringsAreLoaded(language))
  useBeforePaint(() => {
    if (isReady) shown.current = wanted
  })
  return isReady ? wanted : shown.current
}
