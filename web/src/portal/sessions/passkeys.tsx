import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { Passkey } from '@lintel/contract/identity/passkeys'
import { useState } from 'react'
import { supportsPasskeys } from '../../session/passkey-support'
import { AccountPart } from '../../shell/account-part'
import { Button } from '../../ui/button'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { AddPasskey } from './add-passkey'
import { RemovePasskey } from './remove-passkey'
import { RenamePasskey } from './rename-passkey'
import styles from './sessions.module.css'

/** The page while the passkeys are loading. */
export const PasskeysLoading = () => (
  <AccountPart title={<Trans>Passkeys</Trans>}>
    <SkeletonRows rows={2} />
  </AccountPart>
)

/** The user's passkeys: add, rename and remove. */
export function Passkeys({ passkeys, canAdd }: { passkeys: readonly Passkey[]; canAdd: boolean }) {
  const [isAdding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Passkey>()
  const [removing, setRemoving] = useState<Passkey>()
  return (
    <AccountPart
      title={<Trans>Passkeys</Trans>}
      action={
        canAdd &&
        supportsPasskeys() && (
          <Button onClick={() => setAdding(true)}>
            <Trans>Add a passkey</Trans>
          </Button>
        )
      }
    >
      <p className={styles.about}>
        <Trans>
          A passkey signs you in by your finger, your face or the PIN of your device, without a password or a code.
        </Trans>
      </p>
      {passkeys.length === 0 ? (
        <p className={styles.foot}>
          <Trans>You have no passkeys.</Trans>
        </p>
      ) : (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenaming(passkey)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      )}
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
      {renaming && <RenamePasskey passkey={renaming} onClose={() => setRenaming(undefined)} />}
      {removing && <RemovePasskey passkey={removing} onClose={() => setRemoving(undefined)} />}
    </AccountPart>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename(): void
  onRemove(): void
}

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, onRename, onRemove }: PasskeyRowProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const added = i18n.date(new Date(createdAt), { dateStyle: 'medium' })
  const used = lastUsedAt && i18n.date(new Date(lastUsedAt), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li className={styles.row} data-wraps>
      <div className={styles.place}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>
          <span>
            <Trans>Added on {added}</Trans>
          </span>
          <span>{used ? <Trans>Last used {used}</Trans> : <Trans>Not used yet</Trans>}</span>
        </span>
      </div>
      <div className={styles.actions}>
        <Button size="small" onClick={onRename} aria-label={t`Rename: ${name}`}>
          <Trans>Rename</Trans>
        </Button>
        <Button size="small" onClick={onRemove} aria-label={t`Remove: ${name}`}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  )
}
