import { useEffect, useState } from 'react'
import { useWidget } from '../../form/index.ts'
import { isDeadToken } from './after-refusal.ts'

/**
 * State of a reset link before use. `asking` until the provider's response or a timeout; `unknown` if client or provider cannot tell: an
 * invalid link is then reported on submission.
 */
export type MailedLink =
  | { kind: 'asking' }
  | { kind: 'unknown' }
  /** Permanently invalid, with the reason. */
  | { kind: 'dead'; reason: string }
  /** `owner`: recipient address. `confirms`: the link also verifies this address. */
  | { kind: 'good'; owner: string; confirms: boolean }

/** Timeout before the form is shown, in ms. */
const patience = 3_000

/** Checks a reset link when it is opened, so that users see whose password they set, and don't choose one for an expired link. */
export const useMailedLink = (token: string): MailedLink => {
  const { client, explain } = useWidget()
  const [link, setLink] = useState<MailedLink>(token === '' ? { kind: 'unknown' } : { kind: 'asking' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each token.
  useEffect(() => {
    if (token === '') return
    let isCurrent = true
    const settle = (answer: MailedLink): void => {
      if (isCurrent) setLink(answer)
      isCurrent = false
    }
    const timer = setTimeout(settle, patience, { kind: 'unknown' })
    void look(client, token).then(settle, error =>
      settle(isDeadToken(error) ? { kind: 'dead', reason: explain(error) } : { kind: 'unknown' }),
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [client, token])
  return link
}

const look = async (client: ReturnType<typeof useWidget>['client'], token: string): Promise<MailedLink> => {
  const { email_address: owner, email_verified } = await client.magicLinks.look(token)
  return { kind: 'good', owner, confirms: email_verified === false }
}
