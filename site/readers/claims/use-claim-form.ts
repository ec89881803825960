import { type FormEvent, startTransition, useActionState, useEffect, useLayoutEffect, useState } from 'react'
import { takeWish } from '../../accounts/wishes/browser/index.ts'
import { changedFields } from '../../kit/browser/index.ts'
import type { IslandProps } from '../../kit/browser/index.tsx'
import { type KeptClaim, keepClaim, readClaimForm, readKeptClaim, sendClaim } from './browser/index.ts'
import type { ClaimFormProps } from './model.ts'

type Sending = { problem: string | null; isSent: boolean }

export const useClaimForm = ({
  doi,
  action,
  done,
  name,
  email,
  plan,
  link,
  keptAs,
  signedIn,
  typedBefore,
}: IslandProps<ClaimFormProps>) => {
  const [initial] = useState<KeptClaim>({ name, email, plan, link, showName: false })
  const [typed, setTyped] = useState(initial)
  const [sha256, setSha256] = useState('')
  const [{ problem, isSent }, send, isSending] = useActionState<Sending, KeptClaim>(
    async (_, claim) => {
      const sent = await sendClaim(action, { ...claim, doi, sha256 })
      if (sent.kind === 'signed-out')
        return { problem: 'Your session has ended. Log in to submit your claim.', isSent: false }
      if (sent.kind === 'failed') return { problem: sent.problem, isSent: false }
      keepClaim(keptAs, null)
      location.assign(done)
      return { problem: null, isSent: true }
    },
    { problem: null, isSent: false },
  )

  // Restores input from before logging in or before hydration, ahead of the next keystroke.
  useLayoutEffect(() => {
    const kept = readKeptClaim(keptAs)
    if (kept !== null)
      setTyped(before => ({ ...kept, name: kept.name || before.name, email: kept.email || before.email }))
    if (typedBefore !== undefined) {
      const changed = changedFields(initial, readClaimForm(typedBefore))
      if (Object.keys(changed).length > 0) setTyped(before => ({ ...before, ...changed }))
    }
    setSha256(randomSha256())
  }, [keptAs, initial, typedBefore])
  // At once, so that the last key is kept too when the page is left.
  useLayoutEffect(() => {
    if (typed !== initial) keepClaim(keptAs, typed)
  }, [keptAs, initial, typed])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    startTransition(() => send(typed))
  }

  // Who sent it, and had to log in again for it, is back: once what they typed is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the fields are filled again.
  useEffect(() => {
    if (signedIn && sha256 !== '' && takeWish('claim', doi) !== null) startTransition(() => send(typed))
  }, [signedIn, sha256, doi])

  return {
    typed,
    sha256,
    // The button stays disabled until the submitted form's navigation.
    sending: isSending || isSent,
    problem: isSending ? null : problem,
    enter: (part: Partial<KeptClaim>) => setTyped(before => ({ ...before, ...part })),
    submit,
  }
}

/** 64 random hexadecimal digits: a claim has no package of which they could be the hash (SPEC §5). */
const randomSha256 = (): string =>
  crypto.getRandomValues(new Uint8Array(32)).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '')
