import { useEffect, useRef, useState } from 'react'
import { Alert, Button, Divider, ErrorText, ScreenFrame, Spinner, useAttempt, useWidget } from '../../form/index.ts'
import { isDeadToken } from './after-refusal.ts'
import { NewLink } from './NewLink.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { useForgottenLanding } from './use-forgotten-landing.ts'
import { useMailedLink } from './use-mailed-link.ts'
import { useTexts } from './use-texts.ts'

/**
 * Target page of a password reset mail: the first link prompts for a new password, the second logs in without one on load. An expired link
 * can be replaced. If the address is unverified, the link also verifies it, and the page says so.
 */
export const PasswordResetForm = () => {
  const { client, settings, strings, state, dispatch, emit } = useWidget()
  const texts = useTexts()
  const { token, logsIn } = state.resetPasswordState
  const { heading, confirmHeading, confirm, confirmWithout, incomplete, busy } = texts.passwordResetForm
  const [isDead, setDead] = useState(token === '')
  const link = useMailedLink(token)
  const email = link.kind === 'good' ? link.owner : state.passwordState.email || undefined
  const confirms = link.kind === 'good' && link.confirms
  const reset = useAttempt()
  const login = useAttempt()
  const minutes = { session_duration_minutes: settings.sessionOptions.sessionDurationMinutes }

  const finish = () => dispatch({ type: 'transition', screen: 'PasswordConfirmation' })
  const refused = (error: unknown, sentence: string) => {
    if (isDeadToken(error)) setDead(true)
    return sentence
  }
  const logIn = () => login.run(() => client.magicLinks.authenticate(token, minutes), finish, refused)
  const setPassword = (password: string) =>
    reset.run(
      async () =>
        emit({
          type: 'PASSWORD_RESET_BY_EMAIL',
          data: await client.passwords.resetByEmail({ token, password, ...minutes }),
        }),
      finish,
      refused,
    )

  useForgottenLanding(token)
  const hasBegun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => {
    if (!logsIn || isDead || hasBegun.current) return
    hasBegun.current = true
    logIn()
  }, [])

  const refusal = reset.error ?? login.error
  if (isDead || link.kind === 'dead') {
    const reason = refusal ?? (link.kind === 'dead' ? link.reason : incomplete)
    return <NewLink reason={reason} takesFocus={refusal !== undefined && !logsIn} />
  }
  if (logsIn) return <LoggingIn error={login.error} onRetry={logIn} />
  if (link.kind === 'asking') return <Spinner label={strings.common.loading} large />
  return (
    <ScreenFrame heading={confirms ? confirmHeading : heading}>
      {confirms && <p className="siw-text">{confirm}</p>}
      <NewPasswordForm
        email={email}
        showsEmail
        busy={reset.busy}
        error={reset.error}
        onEdit={() => reset.setError(undefined)}
        onSubmit={setPassword}
      />
      <Divider />
      <Button look="secondary" busy={login.busy} onClick={logIn}>
        {login.busy ? busy : confirms ? confirmWithout : texts.passwordMail.withoutPassword}
      </Button>
      <ErrorText>{login.error}</ErrorText>
    </ScreenFrame>
  )
}

const LoggingIn = ({ error, onRetry }: { error: string | undefined; onRetry: () => void }) => {
  const { loggingIn, retry } = useTexts().passwordResetForm
  return (
    <ScreenFrame heading={loggingIn}>
      {error === undefined ? (
        <Spinner label={loggingIn} large />
      ) : (
        <>
          <Alert>{error}</Alert>
          <Button onClick={onRetry}>{retry}</Button>
        </>
      )}
    </ScreenFrame>
  )
}
