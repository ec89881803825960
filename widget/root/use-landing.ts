import { readLanding } from '@corroborate/wire/landing'
import { useState } from 'react'
import type { HeadlessClient } from '../client/index.ts'
import type { Settings } from '../form/config/index.ts'
import { useBeforePaint, useNewest, type Widget } from '../form/context/index.ts'

type Options = {
  client: HeadlessClient
  settings: Settings
  /** False if the widget does not start on Main. */
  isLogin: boolean
} & Pick<Widget, 'dispatch' | 'emit' | 'explain'>

/**
 * Completes a sign-in with the token in the page's URL, if the page enables it (`authenticateByUrl`).
 * @returns whether one is being completed, and the message of a failed one
 */
export const useCallbackParams = (options: Options): { isLanding: boolean; problem: string | undefined } => {
  const { client, settings, isLogin } = options
  const [isLanding, setLanding] = useState(false)
  const [problem, setProblem] = useState<string>()
  const newest = useNewest(options)
  const isWanted = isLogin && settings.authenticateByUrl

  useBeforePaint(() => {
    const type = isWanted && readLanding(new URLSearchParams(location.search))?.type
    if (!type || type === 'reset_password') return
    let isMounted = true
    setLanding(true)
    const finish = async () => {
      const { emit, dispatch, explain } = newest.current
      const { sessionDurationMinutes: minutes } = newest.current.settings.sessionOptions
      try {
        const done = await client.authenticateByUrl({ session_duration_minutes: minutes })
        if (done === null) return
        if (done.type === 'oauth') emit({ type: 'OAUTH_AUTHENTICATE', data: done.data })
        else emit({ type: 'MAGIC_LINK_AUTHENTICATE', data: done.data })
        dispatch({ type: 'transition', screen: 'SecondFactorConfirmation' })
      } catch (error) {
        setProblem(explain(error))
      } finally {
        setLanding(false)
      }
    }
    // Later: in strict mode React mounts, unmounts and mounts again before that, and the token is good once.
    queueMicrotask(() => isMounted && void finish())
    return () => {
      isMounted = false
    }
  }, [client, isWanted, newest])

  return { isLanding, problem }
}
