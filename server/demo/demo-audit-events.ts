import type { AuditEvent } from '../src/platform/audit/audit'
import { changeSetAuditEvents } from './change-sets'
import { customerId, customerKeys, customers } from './customers'
import { projects } from './projects'

/** The audit events of the demo world: its loading, each customer, and each project. */
export function demoAuditEvents(counts: { people: number; members: number }): AuditEvent[] {
  return [
    {
      action: 'demo.load',
      customer: null,
      after: { ...counts, customers: customerKeys.length, projects: projects.length },
    },
    ...customerKeys.map(
      (key): AuditEvent => ({
        action: 'customers.create',
        customer: customerId(key),
        target: { type: 'customers', id: customerId(key) },
        after: { name: customers[key].name, customerAdmins: customers[key].administrators },
      }),
    ),
    ...projects.map(
      ({ id, customer, name, number, owner }): AuditEvent => ({
        action: 'projects.create',
        customer: customerId(customer),
        target: { type: 'projects', id },
        after: { name, externalId: number, owner },
      }),
    ),
    ...changeSetAuditEvents(),
  ]
}
