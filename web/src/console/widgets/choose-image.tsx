import { useLingui as useI18n } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { imageTypes, maxImageBytes } from '@lintel/contract/projects/dashboard-images'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsLeft } from '../../api/form/use-is-left'
import { LoadError } from '../../api/load-error'
import { problemText } from '../../api/problem-text'
import { useSave } from '../../api/use-save'
import { FileField } from '../../ui/file-field'
import { Progress } from '../../ui/progress'
import { imageAddress, uploadImage } from './image-calls'
import styles from './widget-image.module.css'

interface ChooseImageProps {
  project: string
  /** The id of an uploaded image; empty for none. */
  value: string
  onChange(id: string): void
  /** An upload has started or ended: the image cannot be shown before its end. */
  onUploading(isUploading: boolean): void
}

const megabytes = maxImageBytes / 1_000_000

/** The image of a widget: chosen, dropped or pasted. It is uploaded immediately and shown by the widget after OK. */
export function ChooseImage({ project, value, onChange, onUploading }: ChooseImageProps) {
  const { t } = useLingui()
  const { i18n } = useI18n()
  const isLeft = useIsLeft()
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState(0)
  const { data: address, error } = useQuery({ ...imageAddress(value), enabled: value !== '' })
  const isTooLarge = file !== undefined && file.size > maxImageBytes
  const upload = useSave({
    work: (chosen: File) => {
      onUploading(true)
      return uploadImage({ project, file: chosen, onProgress: setSent }).finally(() => onUploading(false))
    },
    handlesError: () => !isLeft(),
    onSaved: ({ id }) => onChange(id),
  })

  function choose(chosen: File | undefined) {
    // One upload at a time: otherwise the one that finishes last would win.
    if (upload.isPending) return
    setFile(chosen)
    setSent(0)
    upload.reset()
    if (chosen && chosen.size <= maxImageBytes) upload.mutate(chosen)
  }

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!pasted || upload.isPending) return
    event.preventDefault()
    choose(pasted)
  })
  // Paste events are handled wherever the focus is.
  useEffect(() => {
    const paste = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])

  return (
    <>
      <FileField
        label={t`Image`}
        hint={t`PNG, JPEG or WebP of at most ${megabytes} MB. It can be pasted, too.`}
        accept={imageTypes.join(',')}
        file={file}
        onChoose={choose}
        error={isTooLarge ? <Trans>At most {megabytes} MB.</Trans> : upload.error && i18n._(problemText(upload.error))}
      />
      {address !== undefined ? (
        <img className={styles.preview} src={address} alt={t`As it will be shown`} />
      ) : (
        error && <LoadError error={error} what={t`Image`} />
      )}
      {upload.isPending && <Progress label={t`Uploading …`} done={sent} total={sent < 1 ? 1 : 0} />}
    </>
  )
}
