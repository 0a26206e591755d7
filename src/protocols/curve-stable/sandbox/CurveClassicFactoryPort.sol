// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// @notice A port, not Curve's code: the answers of the factories before StableSwap-NG about pools created elsewhere.
/// Lists have a fixed length and end in zeros.
contract CurveClassicFactoryPort {
    struct Entry {
        address[4] coins;
        uint256[4] decimals;
        address implementation;
        address base;
        address[8] underlying;
        uint256[8] underlyingDecimals;
    }

    mapping(address => Entry) private entries;
    mapping(uint256 => address[]) private markets;

    function add(address pool, Entry calldata entry) external {
        entries[pool] = entry;
        for (uint256 i = 0; i < 4; i++) {
            for (uint256 j = i + 1; j < 4; j++) _list(pool, entry.coins[i], entry.coins[j]);
        }
        for (uint256 i = 1; i < 8; i++) _list(pool, entry.coins[0], entry.underlying[i]);
    }

    /// Past its last pool it returns zero.
    function find_pool_for_coins(address a, address b, uint256 i) external view returns (address) {
        address[] storage found = markets[_key(a, b)];
        return i >= found.length ? address(0) : found[i];
    }

    function get_coins(address pool) external view returns (address[4] memory) {
        return entries[pool].coins;
    }

    function get_decimals(address pool) external view returns (uint256[4] memory) {
        return entries[pool].decimals;
    }

    function get_implementation_address(address pool) external view returns (address) {
        return entries[pool].implementation;
    }

    function get_base_pool(address pool) external view returns (address) {
        return entries[pool].base;
    }

    function is_meta(address pool) external view returns (bool) {
        return entries[pool].base != address(0);
    }

    function get_underlying_coins(address pool) external view returns (address[8] memory) {
        require(entries[pool].base != address(0), "over no other");
        return entries[pool].underlying;
    }

    function get_underlying_decimals(address pool) external view returns (uint256[8] memory) {
        require(entries[pool].base != address(0), "over no other");
        return entries[pool].underlyingDecimals;
    }

    function _list(address pool, address a, address b) private {
        if (a != address(0) && b != address(0)) markets[_key(a, b)].push(pool);
    }

    function _key(address a, address b) private pure returns (uint256) {
        return uint256(uint160(a)) ^ uint256(uint160(b));
    }
}
