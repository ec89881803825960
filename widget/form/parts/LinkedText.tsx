import { linked } from './linked.ts'

/** A message whose addresses of help pages are links (SPEC §8), which open beside the form. */
export const LinkedText = ({ children }: { children: string }) =>
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
