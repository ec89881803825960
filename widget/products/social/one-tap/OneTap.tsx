import { type ReactNode, useRef } from 'react'
import { Alert, ErrorText, Spinner, useElementId, useWidget } from '../../../form/index.ts'
import { en, type OneTapTexts } from './en.ts'
import { useOneTap } from './use-one-tap.ts'

/**
 * Google One Tap. It is in the form, floats above the page, or is not there at all. Where it is not in the
 * form, the button that is given as `children` is there.
 */
export const OneTap = ({ children }: { children?: ReactNode }) => {
  const { client, settings, strings } = useWidget()
  const place = useRef<HTMLDivElement>(null)
  const id = useElementId()
  const google = settings.oauthOptions.providers.find(({ type }) => type === 'google')
  const { phase, error } = useOneTap(place, google?.position ?? 'floating')
  const texts: OneTapTexts = { ...en, ...strings.oneTap }
  // Relevant only to the page's developers, and not shown in production.
  const explanation = Object.entries(texts).find(([type]) => type === error?.type)?.[1]
  const isForDevelopers = client.publicToken.includes('public-token-test')

  return (
    <>
      <div className="siw-one-tap" data-siw-phase={phase} aria-busy={phase === 'waiting' || phase === 'leaving'}>
        {(phase === 'waiting' || phase === 'leaving') && <Spinner label={strings.common.loading} />}
        <div ref={place} id={id} />
      </div>
      {(phase === 'off' || phase === 'floating') && children}
      {explanation !== undefined
        ? isForDevelopers && <Alert variant="warning">{explanation}</Alert>
        : error?.hasChosen && <ErrorText>{error.sentence}</ErrorText>}
    </>
  )
}
