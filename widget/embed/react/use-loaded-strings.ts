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
 * The strings to render with: those wanted once they are loaded, until then the previous ones, so that nobody sees the form change
 * its language. Null while the first ones are loading, and in the markup of a server. A failed load ends in English.
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
