import { linked } from './linked.ts'
import { Mark } from './Mark.tsx'

type Props = { variant?: 'error' | 'warning' | 'success'; children: string }

/** A message that stands by itself. Addresses of help pages in it become links (SPEC §8). */
export const Alert = ({ variant = 'error', children }: Props) => (
  <div className={`siw-alert siw-alert-${variant}`} role={variant === 'success' ? 'status' : 'alert'}>
    <Mark of={variant} />
    <span>
      <Linked>{children}</Linked>
    </span>
  </div>
)

/** A text whose addresses are links, which open beside the form. */
export const Linked = ({ children }: { children: string }) =>
  linked(children).map(({ text, url }, place) =>
    url === null ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text keep their order.
      <a key={place} className="siw-link" href={url} target="_blank" rel="noreferrer">
        {text}
      </a>
    ),
  )
