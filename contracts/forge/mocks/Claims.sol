// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {IVault} from "../../sandbox/IVault.sol";
import {PlainToken} from "../../test/PlainToken.sol";
import {Router} from "../rig/Router.sol";
import {Attempt} from "../../test/Attempt.sol";

/// @notice A beneficiary's claim that anyone may have paid out, as in a vesting wallet, a stream or an airdrop.
contract Claim {
    PlainToken private immutable token;
    address private immutable beneficiary;

    constructor(PlainToken token_, address beneficiary_) {
        (token, beneficiary) = (token_, beneficiary_);
    }

    function release() external {
        token.transfer(beneficiary, token.balanceOf(address(this)));
    }
}

/// @notice An attacker's pool, pair, vault and adapter. Instead of paying it makes a planned call: for example, it has
/// the recipient's own claim paid out. From its own balance it gives what the test sets, which may be nothing.
contract PushingPool is Attempt {
    PlainToken private immutable given;
    uint256 private gives;
    /// True if it is paid before its planned call.
    bool private late;

    constructor(PlainToken given_) {
        given = given_;
    }

    function set(uint256 gives_, bool late_) external {
        (gives, late) = (gives_, late_);
    }

    function approve(address token, address spender) external {
        PlainToken(token).approve(spender, type(uint256).max);
    }

    function take(PlainToken token, address to) external {
        token.transfer(to, token.balanceOf(address(this)));
    }

    /// As Uniswap v3's.
    function swap(address to, bool, int256 amount, uint160, bytes calldata) external returns (int256, int256) {
        if (!late) _give(to);
        (bool ok,) = msg.sender.call(abi.encodeWithSelector(0xfa461e33, amount, int256(0), bytes("")));
        require(ok, "unpaid");
        if (late) _give(to);
        return (amount, -amount);
    }

    /// As Uniswap v2's, which is sent its input first.
    function getReserves() external pure returns (uint112, uint112, uint32) {
        return (1e30, 1e30, 0);
    }

    function swap(uint256, uint256, address to, bytes calldata) external {
        _give(to);
    }

    /// As an adapter.
    function tradeForSwapline(address, address, address, address to, uint256) external returns (uint256) {
        _give(to);
        return 0;
    }

    /// As Uniswap v4's PoolManager.
    function unlock(bytes calldata data) external returns (bytes memory) {
        (bool ok, bytes memory said) = msg.sender.call(abi.encodeWithSelector(0x91dd7346, data));
        require(ok, "unpaid");
        return abi.decode(said, (bytes));
    }

    function swap(IVault.Key calldata, IVault.Params calldata params, bytes calldata) external pure returns (int256) {
        (int128 owed, int128 zero) = (int128(params.amount), int128(0));
        (int128 delta0, int128 delta1) = params.zeroForOne ? (owed, zero) : (zero, owed);
        return int256(delta0) << 128 | int256(uint256(uint128(delta1)));
    }

    function sync(address) external pure {}

    function settle() external payable returns (uint256) {}

    function take(address, address to, uint256) external {
        _give(to);
    }

    function _give(address to) private {
        attempt();
        if (gives > 0) given.transfer(to, gives);
    }
}

/// @notice Has shares, as an ERC-4626 vault, a lending market or a zap has, and buys `b` by a route that its
/// caller names. It names the minimum itself.
contract KeptVault {
    PlainToken private immutable a;
    PlainToken private immutable b;
    Router private immutable router;
    mapping(address => uint256) public shares;

    constructor(PlainToken a_, PlainToken b_, Router router_) {
        (a, b, router) = (a_, b_, router_);
        a_.approve(address(router_), type(uint256).max);
    }

    function deposit(uint256 amount) external {
        b.transferFrom(msg.sender, address(this), amount);
        shares[msg.sender] += amount;
    }

    function withdraw(uint256 amount) external {
        shares[msg.sender] -= amount;
        b.transfer(msg.sender, amount);
    }

    function rebalance(uint256 amount, uint256 minimum, bytes calldata route) external {
        router.swap(address(a), address(b), amount, minimum, address(this), type(uint40).max, route);
    }
}

/// @notice Claims to wrap native currency, keeps it, and has a claim paid out instead of a transfer.
contract ClaimingWrapped is Attempt {
    function deposit() external payable {}

    function transfer(address, uint256) external returns (bool) {
        attempt();
        return true;
    }
}

/// @notice Calls its receiver after every transfer, as an ERC-777 token does.
contract CallingToken is PlainToken {
    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        if (to.code.length != 0) to.call(abi.encodeCall(Receiving.tokensReceived, (amount)));
    }
}

/// @notice An account that makes a planned call when it is paid in a `CallingToken`, or sends a part away.
contract Receiving is Attempt {
    PlainToken private token;
    uint256 private sendsAway;

    function sendAway(PlainToken token_, uint256 amount) external {
        (token, sendsAway) = (token_, amount);
    }

    function tokensReceived(uint256) external {
        attempt();
        if (sendsAway != 0) token.transfer(address(0xdead), sendsAway);
    }
}
