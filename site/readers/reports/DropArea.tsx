import { type DragEvent, type ReactNode, useState } from 'react'

type Props = {
  /** Called with the files that were dropped. */
  take: (files: File[]) => void
  /** Button with its label, as the alternative to dropping. */
  children: ReactNode
}

/** A place to drop files on, as a short cut for the button inside. */
export const DropArea = ({ take, children }: Props) => {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for the button inside.
    <div
      className={`drop${over ? ' is-over' : ''}`}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}
