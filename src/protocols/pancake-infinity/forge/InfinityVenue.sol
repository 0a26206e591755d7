// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {CLPoolManagerPort, IInner, IInnerView, IVault as IPort} from "../sandbox/CLPoolManagerPort.sol";
import {InfinityVaultPort} from "../sandbox/InfinityVaultPort.sol";
import {IVault} from "../../../../contracts/sandbox/IVault.sol";
import {Code} from "../../../../contracts/forge/rig/Code.sol";
import {V4Pools} from "../../../../contracts/forge/adapters/V4Pools.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

/// @notice A pool of PancakeSwap Infinity, on our ports over Uniswap v4's own manager. If a token is the wrapped native
/// currency, the pool trades the native one.
contract InfinityVenue is V4Pools {
    /// The reserve with which the ports settle among themselves.
    uint256 private constant STOCK = 1e24;

    InfinityVaultPort public immutable vault = new InfinityVaultPort();
    IVault private immutable inner;
    int24 private immutable span;

    /// @param span_ ticks of liquidity on either side of the price of one
    constructor(address adapter_, address first, address second, address wrapped_, int24 span_)
        payable
        Venue(adapter_, first, second, wrapped_)
    {
        (inner, span) = (_manager(), span_);
        address view_ = Code.create(Code.recorded("test/contracts/tick-pools", "[4].contracts.StateView"), abi.encode(inner));
        CLPoolManagerPort made =
            new CLPoolManagerPort(IPort(address(vault)), IInner(address(inner)), IInnerView(view_), 0);
        pool = address(made);
        vault.register(pool);
    }

    function open() external override {
        IVault.Key memory key = _keyOf(_own(0), _own(1));
        _open(inner, key, span);
        bytes32 parameters = bytes32(uint256(uint24(SPACING)) << 16);
        CLPoolManagerPort(payable(pool)).adopt(CLPoolManagerPort.Key(key.currency0, key.currency1, address(0), pool, FEE, parameters));
        for (uint256 i = 0; i < 2; i++) _endow(CLPoolManagerPort(payable(pool)), i);
    }

    function data(uint256 i) external view override returns (uint48) {
        uint256 native = (_own(i) == address(0) ? 1 << 23 : 0) | (_own(1 - i) == address(0) ? 1 << 22 : 0);
        return uint48(uint256(FEE) << 24 | native | uint24(SPACING));
    }

    function foresee(uint256 i, uint256 amountIn) external override returns (uint256) {
        return _ask(inner, _keyOf(_own(0), _own(1)), _own(i) < _own(1 - i), amountIn);
    }

    function _own(uint256 i) private view returns (address) {
        return coins[i] == wrapped ? address(0) : coins[i];
    }

    function _endow(CLPoolManagerPort made, uint256 i) private {
        if (_own(i) == address(0)) {
            vault.endow{value: STOCK}();
            made.endow{value: STOCK}();
        } else {
            fund(i, address(vault), STOCK);
            fund(i, pool, STOCK);
        }
    }
}
