import { createContext, useContext, useEffect, useState } from 'react'
import { moreLanguages } from '#account-languages'
import { type Attempt, createLanguages, errorTypeOf, useAttempt, useWidget } from '../../form/index.ts'
import { type Guarded, useProofTexts } from '../proof/index.ts'
import { type AccountTexts, en, type OwnTexts } from './en.ts'
import { timeFormat } from './format-time.ts'

const own: Readonly<Record<string, keyof OwnTexts>> = {
  cannot_delete_last_primary_factor: 'lastWayIn',
  stale_factors: 'notProved',
  insufficient_factors: 'notProved',
  session_too_old_to_reset_password: 'notProved',
  duplicate_email: 'duplicate',
  duplicate_phone_number: 'duplicate',
  duplicate_oauth_registration: 'providerTaken',
}

/** Returns the message for a rejected change, with our own text where the provider's lacks the remedy. Pure. */
const sentenceFor = (error: unknown, sentence: string, texts: OwnTexts): string => {
  const text = own[errorTypeOf(error) ?? '']
  return text === undefined ? sentence : texts[text]
}

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

export type AccountPage = {
  guarded: Guarded
  /** Grows with every change, so that sessions and events are loaded again. */
  revision: number
  noteChange: () => void
  noteDeleted: () => void
}

export const AccountContext = createContext<AccountPage | null>(null)

/** The page around. Throws outside of one. */
export const useAccountPage = (): AccountPage => {
  const page = useContext(AccountContext)
  if (page === null) throw new Error('Internals not found!')
  return page
}

/** Loaded data; null during the first load. */
export type Loaded<Value> = { value: Value | null; hasFailed: boolean; again: () => void }

/** Loads account data when the page opens and after every change, showing the previous data meanwhile. */
export const useLoaded = <Value>(read: () => Promise<Value>): Loaded<Value> => {
  const { revision } = useAccountPage()
  const [value, setValue] = useState<Value | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is made anew at every render, and reads the same.
  useEffect(() => {
    let isHere = true
    setFailed(false)
    read().then(
      found => isHere && setValue(found),
      () => isHere && setFailed(true),
    )
    return () => {
      isHere = false
    }
  }, [revision, tries])
  return { value, hasFailed, again: () => setTries(n => n + 1) }
}

/** `useAttempt` for account changes, with step-up authentication and account-specific messages. */
export const useTask = (): Attempt => {
  const { client } = useWidget()
  const { guarded, noteChange } = useAccountPage()
  const texts = useTexts()
  const attempt = useAttempt()
  const run: Attempt['run'] = (work, done, failed) =>
    attempt.run(
      () => guarded(work),
      answer => {
        noteChange()
        done(answer)
      },
      (reason, sentence) => {
        // Ended elsewhere: the client checks again and then knows that the user is signed out.
        if (errorTypeOf(reason) === 'session_not_found') client.session.authenticate().catch(() => undefined)
        const said = sentenceFor(reason, sentence, texts)
        return failed === undefined ? said : failed(reason, said)
      },
    )
  return { ...attempt, run }
}
