import { type Attempt, errorTypeOf, useAttempt, useWidget } from '../../form/index.ts'
import { useAccountPage } from './account-context.ts'
import { sentenceFor } from './sentence-for.ts'
import { useTexts } from './texts.ts'

/** `useAttempt` for account changes, with step-up authentication and account-specific messages. */
export const useTask = (): Attempt => {
  const { client } = useWidget()
  const { guarded, noteChange } = useAccountPage()
  const texts = useTexts()
  const attempt = useAttempt()
  const run: Attempt['run'] = (work, done, failed) =>
    attempt.run(
      () => guarded(work),
      answer => {
        noteChange()
        done(answer)
      },
      (reason, sentence) => {
        // Ended elsewhere: the client checks again and then knows that the user is signed out.
        if (errorTypeOf(reason) === 'session_not_found') client.session.authenticate().catch(() => undefined)
        const said = sentenceFor(reason, sentence, texts)
        return failed === undefined ? said : failed(reason, said)
      },
    )
  return { ...attempt, run }
}
