import { Fragment, type ReactNode } from 'react'

/** Text with elements in its `{name}` placeholders, such as a bold address or a link. */
export const Filled = ({ text, values }: { text: string; values: Readonly<Record<string, ReactNode>> }) =>
  text.split(/(\{\w+\})/).map((piece, place) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1]
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text keep their order.
    return <Fragment key={place}>{name !== undefined && Object.hasOwn(values, name) ? values[name] : piece}</Fragment>
  })
