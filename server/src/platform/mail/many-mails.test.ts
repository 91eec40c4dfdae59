import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { personId } from '../../../demo/person-id'
import { world } from '../../../test/world'
import { platformOrigin, runChange } from '../context'
import { enqueueMails, unsealValues } from './mail'

const { db, platform } = await world()

// A statement has at most 65,535 parameters, and a mail has nine values.
test('more mails than a statement has parameters for are enqueued at once, each with its values and its job', async () => {
  const to = personId('mei@nordbygg.example')
  const values = { project: 'Harbour', endsAt: '2026-03-08T10:00:00.000Z', link: 'https://lintel.example/' }
  const mails = Array.from({ length: 7_300 }, (_, at) => ({
    ...{ to, kind: 'trial-ends' as const, address: `mei${at}@nordbygg.example` },
    values: { ...values, project: `Harbour ${at}` },
  }))
  const ids = await runChange(platform, platformOrigin('test'), (change) => {
    change.audit({ action: 'trials.end', customer: null })
    return enqueueMails(change, mails)
  })
  const { rows } = await sql<{ id: string; address: string; sealed: string }>`
    select mail.id, address, values_encrypted as sealed from mail
    join job on job.payload = jsonb_build_object('mail', mail.id)
    where mail.user_id = ${to} and mail.kind = 'trial-ends' and send_at is null and mail.customer_id is null
    order by mail.id`.execute(db)
  expect(rows.map(({ id }) => id)).toEqual(ids.toSorted())
  expect(rows.map(({ address }) => address).toSorted()).toEqual(mails.map(({ address }) => address).toSorted())
  const last = rows.find(({ id }) => id === ids.at(-1))
  expect(last?.address).toBe('mei7299@nordbygg.example')
  expect(unsealValues(platform.configuration, last?.id ?? '', last?.sealed ?? '')).toMatchObject({
    project: 'Harbour 7299',
  })
})
