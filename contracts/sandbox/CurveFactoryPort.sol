// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// @notice A port, not Curve's code: the answers of the factories of StableSwap-NG and, with lists of fixed length, of
/// CryptoSwap and Tricrypto about pools created elsewhere.
contract CurveFactoryPort {
    struct Entry {
        address[] coins;
        uint256[] decimals;
        uint8[] assetTypes;
        bool isMeta;
    }

    mapping(address => Entry) private entries;
    mapping(address => bool) private isFixed;
    mapping(address => address) public get_token;
    mapping(uint256 => address[]) private markets;
    mapping(address => address) public get_base_pool;
    mapping(address => address[]) private below;
    mapping(address => uint256[]) private belowDecimals;
    bool public isOld;

    function setOld(bool isOld_) external {
        isOld = isOld_;
    }

    /// @param underlying tokens by which a metapool is found too
    function add(address pool, Entry calldata entry, address[] calldata underlying) external {
        entries[pool] = entry;
        _list(pool, entry.coins);
        for (uint256 i = 0; i < underlying.length; i++) markets[_key(entry.coins[0], underlying[i])].push(pool);
    }

    /// @param base the pool below, whose tokens stand behind the first of `pool`
    function addOver(
        address pool,
        Entry calldata entry,
        address base,
        address[] calldata underlying,
        uint256[] calldata decimals
    ) external {
        (entries[pool], get_base_pool[pool]) = (entry, base);
        (below[pool], belowDecimals[pool]) = (underlying, decimals);
        _list(pool, entry.coins);
        for (uint256 i = 1; i < underlying.length; i++) markets[_key(entry.coins[0], underlying[i])].push(pool);
    }

    /// @param shares its share token; zero if the pool itself is that token
    function addFixed(address pool, Entry calldata entry, address shares) external {
        (entries[pool], isFixed[pool], get_token[pool]) = (entry, true, shares);
        _list(pool, entry.coins);
    }

    function find_pool_for_coins(address a, address b, uint256 i) external view returns (address) {
        address[] storage found = markets[_key(a, b)];
        // past its last pool an old factory returns zero and a new one reverts
        return isOld && i >= found.length ? address(0) : found[i];
    }

    function get_coins(address pool) external view returns (address[] memory) {
        address[] memory coins = entries[pool].coins;
        if (isFixed[pool]) _answer(abi.encode(coins));
        return coins;
    }

    function get_decimals(address pool) external view returns (uint256[] memory) {
        uint256[] memory decimals = entries[pool].decimals;
        if (isFixed[pool]) _answer(abi.encode(decimals));
        return decimals;
    }

    function get_pool_asset_types(address pool) external view returns (uint8[] memory) {
        return entries[pool].assetTypes;
    }

    function get_underlying_coins(address pool) external view returns (address[] memory) {
        require(get_base_pool[pool] != address(0), "over no other");
        return below[pool];
    }

    function get_underlying_decimals(address pool) external view returns (uint256[] memory) {
        require(get_base_pool[pool] != address(0), "over no other");
        return belowDecimals[pool];
    }

    function is_meta(address pool) external view returns (bool) {
        return entries[pool].isMeta;
    }

    /// A list without offset and length.
    function _answer(bytes memory list) private pure {
        assembly {
            return(add(list, 0x60), sub(mload(list), 0x40))
        }
    }

    function _list(address pool, address[] calldata coins) private {
        for (uint256 i = 0; i < coins.length; i++) {
            for (uint256 j = i + 1; j < coins.length; j++) markets[_key(coins[i], coins[j])].push(pool);
        }
    }

    function _key(address a, address b) private pure returns (uint256) {
        return uint256(uint160(a)) ^ uint256(uint160(b));
    }
}
