import { Tool } from './Row.tsx'
import { useTexts } from './texts.ts'
import type { Loaded } from './use-loaded.ts'

/** Shown in place of data: that they are being loaded, or that they could not be loaded. */
export const Waiting = ({ hasFailed, again }: Pick<Loaded<unknown>, 'hasFailed' | 'again'>) => {
  const texts = useTexts()
  if (!hasFailed) return <div className="siw-loading" role="status" aria-label={texts.loading} />
  return (
    <p role="alert">
      {texts.notLoaded} <Tool onClick={again}>{texts.tryAgain}</Tool>
    </p>
  )
}
