-- Domains of email addresses belong to customers; a provider speaks for the addresses of those customers that list it
-- (docs/decisions/084-proved-mailboxes.md). They take the place of the domains that providers were bound to.

create table customer_domain (
  id uuid primary key,
  customer_id uuid not null references customer (id) on delete cascade,
  -- ASCII, lower case, as addresses have it.
  domain text not null,
  state text not null default 'pending',
  txt_record text,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id) on delete set null,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint customer_domain_lower check (domain = lower(domain)),
  constraint customer_domain_state_known check (state in ('pending', 'verified', 'lost')),
  constraint customer_domain_own_key unique (customer_id, domain)
);
create unique index customer_domain_verified_key on customer_domain (domain) where state = 'verified';
create index customer_domain_domain_index on customer_domain (domain, id);

-- The domain of a provider that one customer lists becomes that customer's, unless another customer would get it as well. Of the
-- others nobody can say whose they are: they are bound by staff, and until then their addresses are proved by mail. Either way the
-- platform's audit log says what became of them.
create temporary table former_domain on commit drop as
  select provider.id as provider, lower(given.domain) as domain, min(customer.id::text)::uuid as customer_id,
    count(customer.id) as customers
  from sso_provider as provider
  cross join lateral unnest(provider.email_domains) as given (domain)
  left join customer on provider.id = any(customer.providers)
  group by provider.id, lower(given.domain);

insert into customer_domain (id, customer_id, domain, state)
  select gen_random_uuid(), (array_agg(customer_id))[1], domain, 'verified'
  from former_domain where customers = 1 group by domain having count(distinct customer_id) = 1;

select audit_append(jsonb_agg(jsonb_build_object(
  'id', gen_random_uuid(), 'tenant_id', '00000000-0000-0000-0000-000000000000', 'occurred_at', now(),
  'action', case when bound.id is null then 'customer-domains.drop' else 'customer-domains.create' end, 'result', 'success',
  'target_type', 'customer-domains', 'target_id', coalesce(bound.id::text, former.domain), 'request_id', 'migration',
  'before', jsonb_build_object('provider', former.provider, 'domain', former.domain),
  'after', jsonb_build_object('domain', bound.domain, 'customer', bound.customer_id))))
from former_domain as former
left join customer_domain as bound on bound.domain = former.domain and bound.customer_id = former.customer_id and former.customers = 1
having count(*) > 0;

alter table sso_provider drop column email_domains;
