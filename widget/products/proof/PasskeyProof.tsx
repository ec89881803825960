import { useEffect } from 'react'
import { Button, ErrorText, errorTypeOf, useAttempt, useWidget } from '../../form/index.ts'
import { useProofTexts } from './texts.ts'

/** Passkey proof, which prompts at once. */
export const PasskeyProof = ({ onProved }: { onProved: () => void }) => {
  const { client, settings } = useWidget()
  const texts = useProofTexts()
  const { busy, error, run } = useAttempt()
  const prove = () =>
    run(
      () =>
        client.webauthn.authenticate({
          is_passkey: true,
          session_duration_minutes: settings.sessionOptions.sessionDurationMinutes,
          ...settings.passkeyOptions,
        }),
      onProved,
      // The browser's error of an aborted ceremony is for developers.
      (reason, sentence) => (errorTypeOf(reason) === undefined ? undefined : sentence),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is chosen.
  useEffect(prove, [])
  return (
    <>
      <ErrorText>{error}</ErrorText>
      <Button busy={busy} onClick={prove}>
        {texts.proveWithPasskey}
      </Button>
    </>
  )
}
