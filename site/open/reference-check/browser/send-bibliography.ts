import type { CheckLine, Progress, Result } from '../model.ts'

type Outcome = { kind: 'done'; text: string; result: Result } | { kind: 'problem'; sentence: string }

const noAnswer = 'The check was interrupted. See that you are online, and try again.'

/** Submits the form and reports progress. Never throws. */
export const sendBibliography = async (
  to: string,
  form: FormData,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> => {
  try {
    const answer = await fetch(to, { method: 'POST', body: form, headers: { accept: 'application/x-ndjson' } })
    if (!answer.ok || answer.body === null) return { kind: 'problem', sentence: await sentenceIn(answer) }
    let rest = ''
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { value, done } = await reader.read()
      const lines = (rest + (value ?? '')).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const told = JSON.parse(line) as CheckLine
        if (told.kind !== 'progress') return told
        onProgress(told)
      }
      if (done) return { kind: 'problem', sentence: noAnswer }
    }
  } catch {
    return { kind: 'problem', sentence: noAnswer }
  }
}

const sentenceIn = async (answer: Response): Promise<string> => {
  const told: unknown = await answer.json().catch(() => null)
  const sentence: unknown = typeof told === 'object' && told !== null ? Reflect.get(told, 'error') : null
  return typeof sentence === 'string' ? sentence : noAnswer
}
