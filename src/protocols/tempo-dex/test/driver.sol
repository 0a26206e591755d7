// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {IStablecoinDex} from "../TempoDex.sol";

interface ITokenFactory {
    function createToken(string calldata, string calldata, string calldata, address quote, address admin, bytes32 salt)
        external
        returns (IDollar);
}

interface IDollar {
    function grantRole(bytes32, address) external;
    function mint(address, uint256) external;
    function approve(address, uint256) external returns (bool);
}

interface IBooks is IStablecoinDex {
    function place(address base, uint128 amount, bool isBid, int16 tick) external returns (uint128);
    function placeFlip(address base, uint128 amount, bool isBid, int16 tick, int16 flipTick) external returns (uint128);
}

/// Plays a whole scenario on a book of its own in one call: creates its tokens, places its orders, trades in turns.
/// A turn is signed: the base token is sold if it is positive, the quote token if it is negative.
contract TempoDriver {
    IBooks private constant BOOKS = IBooks(0xDEc0000000000000000000000000000000000000);
    ITokenFactory private constant FACTORY = ITokenFactory(0x20Fc000000000000000000000000000000000000);
    address private constant PATH_USD = 0x20C0000000000000000000000000000000000000;

    struct Order {
        uint128 amount;
        bool isBid;
        int16 tick;
        /// The tick itself if it does not reappear.
        int16 flipTick;
    }

    /// @param ticks every one at which there may be an order, ascending
    /// @return seen before the first turn and after each: its output, 0 if it was refused and so undone; how many bids
    /// there are, and each as `readOrders` of our adapter packs it; the same of the asks
    function play(Order[] calldata orders, int16[] calldata ticks, int256[] calldata turns)
        external
        returns (uint256[] memory seen)
    {
        address quote = create(PATH_USD, 1);
        address base = create(quote, 2);
        for (uint256 i = 0; i < orders.length; i++) {
            Order calldata one = orders[i];
            if (one.flipTick == one.tick) BOOKS.place(base, one.amount, one.isBid, one.tick);
            else BOOKS.placeFlip(base, one.amount, one.isBid, one.tick, one.flipTick);
        }
        seen = new uint256[]((turns.length + 1) * (3 + 2 * orders.length));
        uint256 end = look(seen, 1, base, ticks);
        for (uint256 i = 0; i < turns.length; i++) {
            try this.trade(base, quote, turns[i]) returns (uint256 out) {
                seen[end] = out;
            } catch {}
            end = look(seen, end + 1, base, ticks);
        }
        assembly {
            mstore(seen, end)
        }
    }

    function trade(address base, address quote, int256 turn) external returns (uint256 out) {
        (address from, address to) = turn > 0 ? (base, quote) : (quote, base);
        out = BOOKS.swapExactAmountIn(from, to, uint128(uint256(turn > 0 ? turn : -turn)), 0);
        require(out > 0, "for nothing");
    }

    function create(address quote, uint256 salt) private returns (address) {
        IDollar token = FACTORY.createToken("Dollar", "D", "USD", quote, address(this), bytes32(salt));
        token.grantRole(keccak256("ISSUER_ROLE"), address(this));
        token.mint(address(this), 1 << 100);
        token.approve(address(BOOKS), type(uint256).max);
        return address(token);
    }

    function look(uint256[] memory seen, uint256 at, address base, int16[] calldata ticks)
        private
        view
        returns (uint256 end)
    {
        end = at + 1;
        for (uint256 i = ticks.length; i > 0; i--) end = read(seen, end, base, ticks[i - 1], true);
        seen[at] = end - at - 1;
        at = end++;
        for (uint256 i = 0; i < ticks.length; i++) end = read(seen, end, base, ticks[i], false);
        seen[at] = end - at - 1;
    }

    function read(uint256[] memory found, uint256 count, address base, int16 tick, bool isBid)
        private
        view
        returns (uint256)
    {
        (uint128 id,,) = BOOKS.getTickLevel(base, tick, isBid);
        while (id != 0) {
            IStablecoinDex.Order memory order = BOOKS.getOrder(id);
            found[count++] =
                uint256(order.remaining) | uint256(uint16(order.tick)) << 128 | (order.isFlip ? 1 << 144 : 0);
            id = order.next;
        }
        return count;
    }
}
