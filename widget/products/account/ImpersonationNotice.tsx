import { impersonatorOf } from '@corroborate/wire/impersonation'
import { Alert, Button, ErrorText, fill, useAttempt, useWidget } from '../../form/index.ts'
import { useTexts } from './account-context.ts'

/** Tells an operator who impersonates the user that the account is read-only, and ends their session. */
export const ImpersonationNotice = () => {
  const { client, emit } = useWidget()
  const texts = useTexts()
  const { busy, error, run } = useAttempt()
  const operator = impersonatorOf(client.session.getSync()?.authentication_factors ?? [])
  if (operator === null) return null
  const end = () =>
    run(
      () => client.session.revoke({ forceClear: true }),
      () => emit({ type: 'LOGOUT_FLOW_COMPLETE', data: {} }),
    )
  return (
    <div className="siw-account-impersonated">
      <Alert variant="warning">{fill(texts.impersonated, { operator: operator.email || operator.id })}</Alert>
      <Button look="secondary" busy={busy} onClick={end}>
        {texts.endImpersonation}
      </Button>
      <ErrorText>{error}</ErrorText>
    </div>
  )
}
