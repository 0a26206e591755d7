// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// The parts of Uniswap v4 that the port needs.
interface IInner {
    struct Key {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    struct Swap {
        bool zeroForOne;
        int256 amountSpecified;
        uint160 sqrtPriceLimitX96;
    }

    function unlock(bytes calldata data) external returns (bytes memory);
    function swap(Key calldata key, Swap calldata params, bytes calldata hookData) external returns (int256 delta);
    function sync(address currency) external;
    function settle() external payable returns (uint256);
    function take(address currency, address to, uint256 amount) external;
}

interface IInnerView {
    function getSlot0(bytes32 id) external view returns (uint160, int24, uint24, uint24);
    function getLiquidity(bytes32 id) external view returns (uint128);
    function getTickBitmap(bytes32 id, int16 word) external view returns (uint256);
    function getTickLiquidity(bytes32 id, int24 tick) external view returns (uint128, int128);
}

/// The vault's port.
interface IVault {
    function accountAppBalanceDelta(address currency0, address currency1, int256 delta, address settler) external;
}

/// @notice A port, not PancakeSwap's code: the CLPoolManager of Infinity with the real interface, whose pools are
/// Uniswap v4's of both fees together. Liquidity is put into those, and they are settled with from what the port holds
/// itself: it needs some of each token beforehand, and so does the vault.
contract CLPoolManagerPort {
    struct Key {
        address currency0;
        address currency1;
        address hooks;
        address poolManager;
        uint24 fee;
        bytes32 parameters;
    }

    struct Swap {
        bool zeroForOne;
        int256 amountSpecified;
        uint160 sqrtPriceLimitX96;
    }

    event Initialize(
        bytes32 indexed id,
        address indexed currency0,
        address indexed currency1,
        address hooks,
        uint24 fee,
        bytes32 parameters,
        uint160 sqrtPriceX96,
        int24 tick
    );

    IVault public immutable vault;
    IInner private immutable inner;
    IInnerView private immutable innerView;
    /// Parts per million of the input, for either token.
    uint24 private immutable protocolFee;
    mapping(bytes32 => bytes32) private innerIds;
    mapping(bytes32 => uint24) private fees;

    constructor(IVault vault_, IInner inner_, IInnerView view_, uint24 protocolFee_) {
        (vault, inner, innerView, protocolFee) = (vault_, inner_, view_, protocolFee_);
    }

    /// From the underlying pool, and beforehand.
    receive() external payable {}

    function endow() external payable {}

    /// Replaces `initialize`: the underlying pool is already initialized.
    function adopt(Key calldata key) external {
        bytes32 id = keccak256(abi.encode(key));
        IInner.Key memory behind = innerKey(key);
        bytes32 innerId = keccak256(abi.encode(behind));
        (innerIds[id], fees[id]) = (innerId, key.fee);
        (uint160 price, int24 tick,,) = innerView.getSlot0(innerId);
        emit Initialize(id, key.currency0, key.currency1, key.hooks, key.fee, key.parameters, price, tick);
    }

    function innerKey(Key memory key) public view returns (IInner.Key memory) {
        uint24 fee = protocolFee + key.fee - uint24(uint256(protocolFee) * key.fee / 1e6);
        int24 spacing = int24(uint24(uint256(key.parameters) >> 16));
        return IInner.Key(key.currency0, key.currency1, fee, spacing, address(0));
    }

    function getSlot0(bytes32 id) external view returns (uint160 price, int24 tick, uint24, uint24) {
        (price, tick,,) = innerView.getSlot0(innerIds[id]);
        return (price, tick, protocolFee << 12 | protocolFee, fees[id]);
    }

    function getLiquidity(bytes32 id) external view returns (uint128) {
        return innerView.getLiquidity(innerIds[id]);
    }

    function getPoolBitmapInfo(bytes32 id, int16 word) external view returns (uint256) {
        return innerView.getTickBitmap(innerIds[id], word);
    }

    function getPoolTickInfo(bytes32 id, int24 tick) external view returns (uint128 gross, int128 net, uint256, uint256) {
        (gross, net) = innerView.getTickLiquidity(innerIds[id], tick);
        return (gross, net, 0, 0);
    }

    function swap(Key calldata key, Swap calldata params, bytes calldata) external returns (int256 delta) {
        require(key.poolManager == address(this) && key.hooks == address(0), "PoolManagerMismatch");
        IInner.Swap memory asked = IInner.Swap(params.zeroForOne, params.amountSpecified, params.sqrtPriceLimitX96);
        delta = abi.decode(inner.unlock(abi.encode(innerKey(key), asked)), (int256));
        vault.accountAppBalanceDelta(key.currency0, key.currency1, delta, msg.sender);
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        (IInner.Key memory key, IInner.Swap memory asked) = abi.decode(data, (IInner.Key, IInner.Swap));
        int256 delta = inner.swap(key, asked, "");
        _settle(key.currency0, int128(delta >> 128));
        _settle(key.currency1, int128(delta));
        return abi.encode(delta);
    }

    function _settle(address currency, int256 delta) private {
        if (delta > 0) inner.take(currency, address(this), uint256(delta));
        if (delta >= 0) return;
        inner.sync(currency);
        if (currency == address(0)) {
            inner.settle{value: uint256(-delta)}();
            return;
        }
        (bool ok,) = currency.call(
            abi.encodeWithSignature("transfer(address,uint256)", address(inner), uint256(-delta))
        );
        require(ok, "not paid");
        inner.settle();
    }
}
