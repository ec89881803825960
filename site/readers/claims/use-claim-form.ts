import { type FormEvent, useEffect, useLayoutEffect, useState } from 'react'
import { changedFields } from '../../kit/browser/index.ts'
import type { IslandProps } from '../../kit/browser/index.tsx'
import { sendClaim } from './browser/index.ts'
import { type KeptClaim, keepClaim, readClaimForm, readKeptClaim } from './kept-claim.ts'
import type { ClaimFormProps } from './model.ts'

/** What is typed into the claim form, and what to call when it is typed or sent. */
export const useClaimForm = ({ doi, action, done, name, email, typedBefore }: IslandProps<ClaimFormProps>) => {
  const [initial] = useState<KeptClaim>({ name, email, plan: '', link: '', showName: false })
  const [typed, setTyped] = useState(initial)
  const [sha256, setSha256] = useState('')
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  // What was typed before logging in is still there after it, and so is what was typed before this script arrived. It is back before
  // the next key is pressed.
  useLayoutEffect(() => {
    const kept = readKeptClaim(doi)
    if (kept !== null)
      setTyped(before => ({ ...kept, name: kept.name || before.name, email: kept.email || before.email }))
    if (typedBefore !== undefined) {
      const changed = changedFields(initial, readClaimForm(typedBefore))
      if (Object.keys(changed).length > 0) setTyped(before => ({ ...before, ...changed }))
    }
    setSha256(randomSha256())
  }, [doi, initial, typedBefore])
  useEffect(() => {
    if (typed !== initial) keepClaim(doi, typed)
  }, [doi, initial, typed])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    setProblem(null)
    const failed = await sendClaim(action, { ...typed, doi, sha256 })
    if (failed === null) {
      keepClaim(doi, null)
      location.assign(done)
      return
    }
    setSending(false)
    setProblem(failed)
  }

  return {
    typed,
    sha256,
    sending,
    problem,
    enter: (part: Partial<KeptClaim>) => setTyped(before => ({ ...before, ...part })),
    submit: (event: FormEvent) => void submit(event),
  }
}

/** 64 random hexadecimal digits: a claim has no package of which they could be the hash (SPEC §5). */
const randomSha256 = (): string =>
  crypto.getRandomValues(new Uint8Array(32)).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '')
