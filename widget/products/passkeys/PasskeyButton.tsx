import { useEffect, useRef, useState } from 'react'
import { Button, Divider, ErrorText, useAttempt, useWidget } from '../../form/index.ts'
import { sentenceForSignIn } from './sentence-for.ts'
import { useAutofill } from './use-autofill.ts'
import { useEnter } from './use-enter.ts'
import { useTexts } from './use-texts.ts'

/** Nothing where there are no passkeys: in old browsers, without https, and on a page that has an IP address for a name. */
export const PasskeyButton = () => {
  const [isPossible, setIsPossible] = useState(false)
  useEffect(() => setIsPossible('PublicKeyCredential' in window && !isIpAddress(location.hostname)), [])
  return isPossible && <Offer />
}

const isIpAddress = (host: string): boolean => /^[\d.]+$|:/.test(host)

/** 'Login with a Passkey', where the browser does not offer passkeys in the form's own field. */
const Offer = () => {
  const { settings } = useWidget()
  const texts = useTexts()
  const next = settings.products.find(product => product !== 'passkeys')
  const place = useRef<HTMLDivElement>(null)
  const { autofill, error: refused } = useAutofill(place)
  const { busy, error, run } = useAttempt()
  const { authenticate, enter } = useEnter()

  const logIn = () =>
    run(
      async () => {
        const answer = await authenticate()
        if (answer === null) throw new Error(texts.unknownError)
        return answer
      },
      enter,
      reason => sentenceForSignIn(reason, texts),
    )

  return (
    <div ref={place} className="siw-stack siw-passkey" data-siw-autofill={autofill}>
      {autofill === 'none' && (
        <Button look="secondary" busy={busy} onClick={logIn}>
          <PasskeyIcon />
          {texts.logIn}
        </Button>
      )}
      <ErrorText>{error ?? refused}</ErrorText>
      {autofill === 'none' && isForm(next) && <Divider />}
    </div>
  )
}

const isForm = (product: string | undefined): boolean => product !== undefined && !['oauth', 'crypto'].includes(product)

/** The icon: a person and a key. */
export const PasskeyIcon = () => (
  <svg className="siw-icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M9.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 19.5c0-3.3 2.7-5.5 6.5-5.5 1.2 0 2.300.2 3.200.6M18 14.500a2.500 2.500 0 1 0-1.200 2.200V20l1.300 1 1.400-1.400-1-1 1-1-1-1.100A2.500 2.500 0 0 0 18 14.500" />
  </svg>
)
