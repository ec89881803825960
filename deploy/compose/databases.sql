create database site;
create database identity;
