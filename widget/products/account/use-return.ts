import { readLanding, withoutLanding } from '@corroborate/wire/landing'
import { providerTitle } from '@corroborate/wire/providers'
import { useEffect, useRef, useState } from 'react'
import { fill, type User, useWidget } from '../../form/index.ts'
import { type LeftFor, takeLeaving } from '../proof/index.ts'
import type { AccountTexts } from './en.ts'
import { useTexts } from './texts.ts'
import { useTask } from './use-task.ts'

/** Query parameters of a provider error. */
const refusal = ['error', 'error_description'] as const

/**
 * Returns the outcome of a provider visit started on this page, as text. The provider redirects with a token or an error in the URL, here
 * or to another page. Ignored unless this tab started the visit, since anyone can craft the URL.
 */
export const useReturn = (user: User): { news: string | null; error: string | undefined } => {
  const { client, settings } = useWidget()
  const texts = useTexts()
  const { error, setError, run } = useTask()
  const [news, setNews] = useState<string | null>(null)
  const hasLooked = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => {
    if (hasLooked.current) return
    hasLooked.current = true
    const left = takeLeaving()
    if (left === null) return
    const url = new URL(location.href)
    const landing = readLanding(url.searchParams)
    const type = url.searchParams.get('error')
    const duration = { session_duration_minutes: settings.sessionOptions.sessionDurationMinutes }
    if (landing?.type === 'oauth') {
      history.replaceState(history.state, '', withoutLanding(location.href))
      run(
        () => client.oauth.authenticate(landing.token, duration),
        () => setNews(newsOf(left, texts)),
      )
    } else if (type !== null) {
      for (const name of refusal) url.searchParams.delete(name)
      history.replaceState(history.state, '', url)
      setError(refusalOf(left, type, texts))
    } else if (left.purpose === 'link' && user.providers.some(isOf(left))) setNews(newsOf(left, texts))
  }, [])

  return { news, error }
}

const isOf =
  ({ provider }: LeftFor) =>
  ({ provider_type }: User['providers'][number]): boolean =>
    provider_type === providerTitle(provider)

const newsOf = ({ provider, purpose }: LeftFor, texts: AccountTexts): string =>
  purpose === 'prove' ? texts.proved : fill(texts.linked, { name: providerTitle(provider) })

const refusalOf = ({ purpose }: LeftFor, type: string, texts: AccountTexts): string => {
  if (purpose === 'prove') return texts.notProved
  return type === 'duplicate_oauth_registration' ? texts.providerTaken : texts.notLinked
}
