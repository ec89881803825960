import { useEffect, useState } from 'react'
import { useWidget } from '../../form/index.ts'
import { isDeadToken } from './after-refusal.ts'

/**
 * What the provider says of a reset link before it is used. `asking` until it has answered, a moment at most; `unknown` with
 * a client or a provider that cannot tell: what is wrong with the link is then said when it is spent.
 */
export type MailedLink =
  | { kind: 'asking' }
  | { kind: 'unknown' }
  /** The link will never work; `reason` says why. */
  | { kind: 'dead'; reason: string }
  /** `owner`: where it was mailed to. `confirms`: the link is also the first proof that this address is somebody's. */
  | { kind: 'good'; owner: string; confirms: boolean }

/** How long the form waits before it is shown, in ms. */
const patience = 3_000

/**
 * Looks at a reset link as soon as it is opened: a person who opens somebody else's should see whose password they are about to
 * set, and nobody should choose a password for a link that does not work any more.
 */
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
