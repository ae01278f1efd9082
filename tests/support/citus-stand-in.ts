/**
 * SQL that gives a plain PostgreSQL the functions of Citus that a distribution calls, as far as their refusals go. Each refusal
 * is one that Citus itself makes, with its words. Nothing is moved anywhere.
 */
export const CITUS_STAND_IN = `
  create table pg_dist_partition (logicalrelid regclass primary key, partmethod char not null, repmodel char not null,
    colocated_with text);

  create function stand_in_refuse(condition boolean, message text) returns void language plpgsql as $$
    begin if condition then raise exception '%', message; end if; end $$;

  create function stand_in_place(tab regclass, col text, colocate text) returns void language plpgsql as $$
    declare place int;
    begin
      perform stand_in_refuse(exists (select from pg_dist_partition where logicalrelid = tab),
        format('table "%s" is already distributed', tab));
      perform stand_in_refuse(exists (select from pg_trigger where tgrelid = tab and not tgisinternal),
        format('cannot distribute relation "%s" because it has triggers', tab));
      perform stand_in_refuse(exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = tab and f.confrelid <> tab
          and not exists (select from pg_dist_partition p where p.logicalrelid = f.confrelid)),
        'cannot create foreign key constraint: Referenced table must be a distributed table or a reference table.');
      if col is not null then
        select attnum into strict place from pg_attribute where attrelid = tab and attname = col;
        perform stand_in_refuse(exists (select from pg_index i where i.indrelid = tab and (i.indisunique or i.indisexclusion)
            and not place = any (i.indkey::int2[])),
          format('cannot create constraint on "%s": Distributed relations cannot have UNIQUE, EXCLUDE, or PRIMARY KEY constraints '
            'that do not include the partition column', tab));
        perform stand_in_refuse(pg_relation_size(tab) > 0 and exists (select from pg_constraint f
            join pg_dist_partition p on p.logicalrelid = f.confrelid and p.partmethod = 'n' where f.contype = 'f' and f.conrelid = tab),
          format('cannot distribute "%s" in sequential mode because it is not empty', tab));
        perform stand_in_refuse(colocate not in ('none', 'default') and not exists (
            select from pg_dist_partition where logicalrelid = colocate::regclass and partmethod = 'h'),
          format('relation %s is not distributed', colocate));
      end if;
      perform stand_in_refuse(exists (select from pg_constraint f where f.contype = 'f' and f.confrelid = tab and f.conrelid <> tab
          and not exists (select from pg_dist_partition p where p.logicalrelid = f.conrelid)),
        format('"%s" is referenced by a local table', tab));
      insert into pg_dist_partition values (tab, case when col is null then 'n' else 'h' end, case when col is null then 't' else 's' end,
        colocate);
    end $$;

  create function create_reference_table(table_name regclass) returns void language sql as $$ select stand_in_place($1, null, null) $$;
  create function create_distributed_table(table_name regclass, distribution_column text, distribution_type text default 'hash',
    colocate_with text default 'default') returns void language sql as $$ select stand_in_place($1, $2, $4) $$;

  create function truncate_local_data_after_distributing_table(tab regclass) returns void language plpgsql as $$
    begin
      perform stand_in_refuse(not exists (select from pg_dist_partition where logicalrelid = tab), 'supplied table is not a citus table');
      perform stand_in_refuse(exists (select from pg_constraint f where f.contype = 'f' and f.confrelid = tab
          and not exists (select from pg_dist_partition p where p.logicalrelid = f.conrelid)),
        'cannot truncate a table referenced in a foreign key constraint by a local table');
      execute format('truncate %s cascade', tab);
    end $$;`;
