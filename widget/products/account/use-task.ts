import { type Attempt, errorTypeOf, useAttempt, useWidget } from '../../form/index.ts'
import { useAccountPage } from './account-context.ts'
import { sentenceFor } from './sentence-for.ts'
import { useTexts } from './texts.ts'

/** `useAttempt` for changes of an account: a proof is asked for where one is wanted, and errors speak of accounts. */
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
        // It ended elsewhere: the client asks once more, and then knows that nobody is signed in.
        if (errorTypeOf(reason) === 'session_not_found') client.session.authenticate().catch(() => undefined)
        const said = sentenceFor(reason, sentence, texts)
        return failed === undefined ? said : failed(reason, said)
      },
    )
  return { ...attempt, run }
}
